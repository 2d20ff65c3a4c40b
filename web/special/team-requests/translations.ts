import { translations } from '#shared/core/translations.ts';
import { teamRequestTranslations } from '#shared/streams/approvals/teamrequest/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

const namespace = 'team-requests';

const own = translations({
  en: {
    raise: 'Request from team lead',
    what: 'What do you need?',
    'what.attendanceRegularization': 'Correct my attendance',
    'what.reCheckIn': 'Check in again today',
    'what.slotBlock': 'Block hours of mine',
    'what.tempDesignation': 'Acting role for a team member',
    'what.leadReassign': 'New owner of a lead',
    'what.dispositionCorrection': 'Correct a disposition of mine',
    'what.otpWaiver': 'Waive the code of an upload',
    reCheckInText: 'Your day of today is opened again once this is approved.',
    date: 'Date',
    firstDay: 'First day',
    lastDay: 'Last day',
    from: 'From',
    to: 'To',
    lead: 'Lead',
    call: 'Call',
    employee: 'Employee',
    owner: 'New owner',
    designation: 'Designation',
    disposition: 'Disposition',
    reason: 'Reason',
    send: 'Send',
    done: 'Your request was sent',
  },
  es: {
    raise: 'Solicitar al jefe de equipo',
    what: '¿Qué necesita?',
    'what.attendanceRegularization': 'Corregir mi asistencia',
    'what.reCheckIn': 'Volver a entrar hoy',
    'what.slotBlock': 'Bloquear horas mías',
    'what.tempDesignation': 'Cargo temporal para alguien del equipo',
    'what.leadReassign': 'Nuevo responsable de un prospecto',
    'what.dispositionCorrection': 'Corregir un resultado mío',
    'what.otpWaiver': 'Eximir el código de una subida',
    reCheckInText: 'Su jornada de hoy se vuelve a abrir cuando se apruebe.',
    date: 'Fecha',
    firstDay: 'Primer día',
    lastDay: 'Último día',
    from: 'Desde',
    to: 'Hasta',
    lead: 'Prospecto',
    call: 'Llamada',
    employee: 'Empleado',
    owner: 'Nuevo responsable',
    designation: 'Cargo',
    disposition: 'Resultado',
    reason: 'Motivo',
    send: 'Enviar',
    done: 'Su solicitud se envió',
  },
});

export function addTeamTranslations(): void {
  addTranslations(namespace, own);
  addTranslations('teamrequest', teamRequestTranslations);
}

export function useTeamTranslations(): Translate {
  return useTranslations(namespace).t;
}
