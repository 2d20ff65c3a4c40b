import { translations } from './translations.ts';

/** Refusals that any route may return. */
export const refusalTranslations = translations({
  en: {
    unknownCommand: 'Unknown command: {{command}}.',
    unknownFeed: 'There is no such list.',
    unknownField: '{{label}} is not a field of this form.',
    breakGlass: '{{ref}} is a patient of another place. Give the reason why you open this record.',
    forbidden:
      'You do not have the permission “{{permission}}”. Ask a team lead or an administrator to grant it.',
    forbidden_unnamed:
      'You do not have the permission to do this. Ask a team lead or an administrator to grant it.',
    forbidden_admin: 'Only an administrator can do this.',
    placeNotYours: 'This belongs to a place of operation that is not yours.',
    employeesOnly: 'Only a signed-in employee can do this.',
    undoWindowOver: 'The undo window is over.',
    ownOnly: 'Only the person it belongs to can do this.',
    serverOnly: 'Only the server itself does this.',
    columnMasked: '{{column}} is masked for you, so it cannot be filtered or sorted.',
    tooManyViews: 'At most {{n}} saved views. Delete one first.',
    signedOut: 'You are signed out. Sign in again; what you typed is kept.',
    notFound: 'This record does not exist, or you have no access to it.',
    leafletLetters: 'There is no typeface for a PDF in this language. Print it from the screen.',
    versionConflict: '{{by}} changed this record while you were editing (at {{at}}). Reload and try again.',
    fieldConflict: 'Someone else changed the same fields. Compare both values and choose.',
    versionRequired: 'Send the version you saw (If-Match).',
    idempotencyKeyRequired: 'Every change needs an Idempotency-Key that is a UUID.',
    commandIdReused: 'This request number was already used for something else.',
    recordUnreadable:
      'Part of the history of this record cannot be read, so it cannot be changed. Ask an administrator to check Integrations.',
    tooBusy: 'Many people are changing this right now. Try again.',
    overloaded: 'The server is overloaded. Nothing was saved; try again in {{seconds}} s.',
    badRequest: 'The request is not valid HTTP.',
    grantsMore:
      'You can only grant permissions that you hold yourself. You lack {{permission}} ({{n}} in all); ask an administrator to grant them.',
    grantsMore_unnamed:
      'You can only grant permissions that you hold yourself. You lack {{n}} of these; ask an administrator to grant them.',
    tooDeep: 'The request is nested more than {{n}} deep.',
    bodyTooSlow:
      'The request did not arrive completely within {{seconds}} s. Nothing was done; check the connection and try again.',
    tooMany: 'Too many requests. Try again in {{seconds}} s.',
    tooManySockets: 'This session has too many open windows. Close one and try again.',
    badJson: 'The request is not valid JSON.',
    tooLarge: 'This is too large: at most {{limit}}.',
    unsupportedMedia: 'This kind of content is not accepted here.',
    fileNotUploaded: 'This file was never uploaded. Upload it first.',
    fileInfected:
      'This file was refused: the scanner found something harmful in it ({{found}}). Nothing of it was kept.',
    scannerAway:
      'Files cannot be checked at the moment, so none is taken. Nothing was kept; try again shortly.',
    originRefused: 'This request came from another site and was refused.',
    storageAway:
      'The server cannot reach its database at the moment. If this was a change, try it again: it counts once.',
    metricsClosed: 'Metrics are available from this machine, or with the token in METRICS_TOKEN.',
    leaving: 'This server is shutting down; another one takes over.',
    storageFull: 'The server cannot write at the moment. Nothing was saved; try again shortly.',
    internal: 'Something went wrong on our side. Nothing was saved. Quote {{correlationId}}.',
    sundayNotAllowed: 'Sundays cannot be selected.',
    asOfTooFar: 'There is no data for that time.',
    exportUnderWay: 'Another export of yours is still being written. Wait for it, or cancel it.',
    reportNotReplayable:
      'The rows of this report cannot be computed anew: they are not made from events, or a newer version of the server writes them.',
    reportTooLong: 'This report takes too long. Choose a shorter period or fewer places.',
    asOfBusy: 'Another past view is still loading. Wait until it is ready.',
  },
  es: {
    unknownCommand: 'Comando desconocido: {{command}}.',
    unknownFeed: 'No existe esa lista.',
    unknownField: '{{label}} no es un campo de este formulario.',
    breakGlass: '{{ref}} es paciente de otro lugar. Indique el motivo para abrir esta historia.',
    forbidden: 'No tiene el permiso «{{permission}}». Pídalo a un jefe de equipo o a un administrador.',
    forbidden_unnamed: 'No tiene permiso para hacer esto. Pídalo a un jefe de equipo o a un administrador.',
    forbidden_admin: 'Solo un administrador puede hacer esto.',
    placeNotYours: 'Esto pertenece a un lugar de operación que no es suyo.',
    employeesOnly: 'Solo puede hacerlo un empleado con la sesión iniciada.',
    undoWindowOver: 'El plazo para deshacer ha terminado.',
    ownOnly: 'Solo puede hacerlo la persona a quien pertenece.',
    serverOnly: 'Esto solo lo hace el propio servidor.',
    columnMasked: '{{column}} está oculto para usted; no se puede filtrar ni ordenar por ello.',
    tooManyViews: 'Como máximo {{n}} vistas guardadas. Elimine una antes.',
    signedOut: 'Su sesión está cerrada. Vuelva a entrar; lo que escribió se conserva.',
    leafletLetters: 'No hay un tipo de letra para un PDF en este idioma. Imprímalo desde la pantalla.',
    notFound: 'Este registro no existe o no tiene acceso a él.',
    versionConflict:
      '{{by}} cambió este registro mientras usted lo editaba ({{at}}). Recargue e inténtelo de nuevo.',
    fieldConflict: 'Otra persona cambió los mismos campos. Compare ambos valores y elija.',
    versionRequired: 'Indique qué versión vio (If-Match).',
    idempotencyKeyRequired: 'Todo cambio necesita una Idempotency-Key que sea un UUID.',
    commandIdReused: 'Este número de solicitud ya se usó para otra cosa.',
    recordUnreadable:
      'Una parte del historial de este registro no se puede leer, por lo que no se puede modificar. Pida a un administrador que revise Integraciones.',
    tooBusy: 'Muchas personas están cambiando esto a la vez. Inténtelo de nuevo.',
    overloaded: 'El servidor está sobrecargado. No se guardó nada; inténtelo de nuevo en {{seconds}} s.',
    badRequest: 'La solicitud no es HTTP válido.',
    grantsMore:
      'Solo puede conceder permisos que usted tiene. Le falta {{permission}} ({{n}} en total); pida a un administrador que los conceda.',
    grantsMore_unnamed:
      'Solo puede conceder permisos que usted tiene. De estos le faltan {{n}}; pida a un administrador que los conceda.',
    tooDeep: 'La solicitud tiene más de {{n}} niveles anidados.',
    bodyTooSlow:
      'La solicitud no llegó completa en {{seconds}} s. No se hizo nada; revise la conexión e inténtelo de nuevo.',
    tooMany: 'Demasiadas solicitudes. Inténtelo de nuevo en {{seconds}} s.',
    tooManySockets: 'Esta sesión tiene demasiadas ventanas abiertas. Cierre una e inténtelo de nuevo.',
    badJson: 'La solicitud no es JSON válido.',
    tooLarge: 'Es demasiado grande: como máximo {{limit}}.',
    unsupportedMedia: 'Aquí no se acepta este tipo de contenido.',
    fileNotUploaded: 'Este archivo no se ha subido. Súbalo primero.',
    fileInfected:
      'Este archivo se rechazó: el escáner encontró en él algo dañino ({{found}}). No se guardó nada de él.',
    scannerAway:
      'En este momento no se pueden revisar los archivos, por eso no se acepta ninguno. No se guardó nada; inténtelo en breve.',
    originRefused: 'Esta solicitud vino de otro sitio y se rechazó.',
    storageAway:
      'El servidor no alcanza su base de datos en este momento. Si era un cambio, inténtelo de nuevo: cuenta una sola vez.',
    metricsClosed: 'Las métricas están disponibles desde esta máquina o con el token de METRICS_TOKEN.',
    leaving: 'Este servidor se está cerrando; otro lo sustituye.',
    storageFull: 'El servidor no puede escribir en este momento. No se guardó nada; inténtelo en breve.',
    internal: 'Algo falló de nuestro lado. No se guardó nada. Cite {{correlationId}}.',
    sundayNotAllowed: 'No se pueden elegir domingos.',
    asOfTooFar: 'No hay datos de ese momento.',
    exportUnderWay: 'Otra exportación suya aún se está escribiendo. Espere a que termine o cancélela.',
    reportNotReplayable:
      'Las filas de este informe no se pueden calcular de nuevo: no proceden de eventos, o las escribe una versión más reciente del servidor.',
    reportTooLong: 'Este informe tarda demasiado. Elija un período más corto o menos lugares.',
    asOfBusy: 'Aún se está cargando otra vista del pasado. Espere a que termine.',
  },
});
