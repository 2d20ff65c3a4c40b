import { translations } from '../core/translations.ts';

export const accessTranslations = translations({
  en: {
    signInFailed: 'User name or password is wrong.',
    unconfirmed:
      'Done, but not yet everywhere: {{nodes}} has not confirmed it, and whoever works there may keep what was taken until it does. Stop that server if this must not wait.',
    unconfirmedUnknown: 'Done, but it is not known whether the other servers have received it yet.',
    accountLocked: 'Too many attempts. Try again at {{time}}.',
    employeeInactive: 'Your account is inactive. Contact HR.',
    secondFactorNeeded: 'Enter your authenticator code.',
    secondFactorToSet: 'Your role requires two-step sign-in. Set up your authenticator to continue.',
    secondFactorOn: 'Two-step sign-in is already set up.',
    secondFactorOff: 'Two-step sign-in is not set up.',
    secondFactorUnreadable:
      'Two-step sign-in cannot be checked with this server’s key. Ask an administrator to set the key or to remove your second factor.',
    secondFactorRoleRequires: 'Your role requires two-step sign-in; it cannot be removed.',
    codeWrong: 'This code is wrong or was already used.',
    ticketUsedOrExpired: 'This sign-in link was used or has expired.',
    passwordWeak: 'Choose another password: at least 12 characters and not easy to guess ({{why}}).',
    passwordReused: 'This is one of your last three passwords.',
    passwordToChange: 'This password was set for you. Choose your own to continue.',
    oldPasswordWrong: 'The current password is wrong.',
    passwordWrong: 'The password is wrong.',
    signInAgain:
      'You sign in with this. To change it, sign out and sign in again first: your last sign-in was more than ten minutes ago.',
    sessionRevoked: 'You were signed out: {{reason}}.',
    pairingWrong: 'This pairing code is wrong, used or older than ten minutes.',
    adminOnly: 'Only an admin can do this.',
  },
  es: {
    unconfirmed:
      'Hecho, pero aún no en todas partes: {{nodes}} no lo ha confirmado, y quien trabaje allí puede conservar hasta entonces lo que se retiró. Detenga ese servidor si no puede esperar.',
    unconfirmedUnknown: 'Hecho, pero no se sabe si los demás servidores ya lo han recibido.',
    signInFailed: 'El usuario o la contraseña no son correctos.',
    accountLocked: 'Demasiados intentos. Inténtelo de nuevo a las {{time}}.',
    employeeInactive: 'Su cuenta está inactiva. Hable con Recursos Humanos.',
    secondFactorNeeded: 'Introduzca el código de su autenticador.',
    secondFactorToSet: 'Su rol exige la verificación en dos pasos. Configure su autenticador para continuar.',
    secondFactorOn: 'La verificación en dos pasos ya está configurada.',
    secondFactorOff: 'La verificación en dos pasos no está configurada.',
    secondFactorUnreadable:
      'La verificación en dos pasos no se puede comprobar con la clave de este servidor. Pida a un administrador que configure la clave o quite su segundo factor.',
    secondFactorRoleRequires: 'Su rol exige la verificación en dos pasos; no se puede quitar.',
    codeWrong: 'Este código no es correcto o ya se usó.',
    ticketUsedOrExpired: 'Este enlace de entrada ya se usó o ha caducado.',
    passwordWeak: 'Elija otra contraseña: al menos 12 caracteres y que no sea fácil de adivinar ({{why}}).',
    passwordReused: 'Es una de sus tres últimas contraseñas.',
    passwordToChange: 'Esta contraseña se la dio otra persona. Elija la suya para continuar.',
    oldPasswordWrong: 'La contraseña actual no es correcta.',
    passwordWrong: 'La contraseña no es correcta.',
    signInAgain:
      'Con este dato inicia sesión: para cambiarlo, salga y vuelva a entrar antes. Entró por última vez hace más de diez minutos.',
    sessionRevoked: 'Se cerró su sesión: {{reason}}.',
    pairingWrong: 'Este código de emparejamiento es incorrecto, ya se usó o tiene más de diez minutos.',
    adminOnly: 'Solo un administrador puede hacer esto.',
  },
});
