import { words } from '../core/words.ts';

/** Refusals of sign-in, sessions and devices. */
export const accessWords = words({
  en: {
    signInFailed: 'User name or password is wrong.',
    accountLocked: 'Too many attempts. Try again at {{time}}.',
    employeeInactive: 'Your account is inactive. Contact HR.',
    secondFactorNeeded: 'Enter the code of your authenticator.',
    secondFactorToSet: 'Your role asks for a second factor. Set up your authenticator to go on.',
    secondFactorOn: 'A second factor is already set up.',
    secondFactorOff: 'No second factor is set up.',
    secondFactorUnreadable: 'The second factor cannot be read with the key of this server. Tell an admin: the key must be set, or the second factor removed.',
    secondFactorRoleAsks: 'Your role asks for a second factor; it cannot be removed.',
    codeWrong: 'This code is not right, or it was used before.',
    ticketUsedOrExpired: 'This sign-in link was used or has expired.',
    passwordWeak: 'Choose another password: at least 12 characters, none that is easy to guess ({{why}}).',
    passwordReused: 'This is one of your last three passwords.',
    oldPasswordWrong: 'The old password is wrong.',
    sessionRevoked: 'You were signed out: {{reason}}.',
    pairingWrong: 'This pairing code is wrong, used or older than ten minutes.',
    adminOnly: 'Only an admin can do this.',
  },
  es: {
    signInFailed: 'El usuario o la contraseña no son correctos.',
    accountLocked: 'Demasiados intentos. Inténtelo de nuevo a las {{time}}.',
    employeeInactive: 'Su cuenta está inactiva. Hable con Recursos Humanos.',
    secondFactorNeeded: 'Introduzca el código de su autenticador.',
    secondFactorToSet: 'Su rol pide un segundo factor. Configure su autenticador para continuar.',
    secondFactorOn: 'Ya hay un segundo factor configurado.',
    secondFactorOff: 'No hay un segundo factor configurado.',
    secondFactorUnreadable:
      'El segundo factor no puede leerse con la clave de este servidor. Avise a un administrador: falta la clave, o hay que quitar el segundo factor.',
    secondFactorRoleAsks: 'Su rol pide un segundo factor; no se puede quitar.',
    codeWrong: 'Este código no es correcto o ya se usó.',
    ticketUsedOrExpired: 'Este enlace de entrada ya se usó o ha caducado.',
    passwordWeak: 'Elija otra contraseña: al menos 12 caracteres y que no sea fácil de adivinar ({{why}}).',
    passwordReused: 'Es una de sus tres últimas contraseñas.',
    oldPasswordWrong: 'La contraseña anterior no es correcta.',
    sessionRevoked: 'Se cerró su sesión: {{reason}}.',
    pairingWrong: 'Este código de emparejamiento es incorrecto, ya se usó o tiene más de diez minutos.',
    adminOnly: 'Solo un administrador puede hacer esto.',
  },
});
