import { translations } from '../../core/translations.ts';

export const roleTranslations = translations({
  en: {
    title: 'Role',
    roleSelfEdit: 'You cannot change your own role.',
    roleInUse: '{{n}} active employees hold this role. Give them another one first.',
    roleRetired: 'This role is retired.',
    entityTwice: '{{entity}} appears twice in {{group}}.',
    entityUnclear: '{{entity}} in {{group}} does not name one screen: {{candidates}}.',
    RoleCreated: 'Role created',
    RolePermissionsChanged: 'Permissions changed',
    RoleRenamed: 'Role renamed',
    RoleRetired: 'Role retired',
    RoleSecondFactorSet: 'Second factor rule set',
  },
  es: {
    title: 'Rol',
    roleSelfEdit: 'No puede cambiar su propio rol.',
    roleInUse: '{{n}} empleados activos tienen este rol. Asígneles otro antes.',
    roleRetired: 'Este rol está retirado.',
    entityTwice: '{{entity}} aparece dos veces en {{group}}.',
    entityUnclear: '{{entity}} en {{group}} no indica una sola pantalla: {{candidates}}.',
    RoleCreated: 'Rol creado',
    RolePermissionsChanged: 'Permisos cambiados',
    RoleRenamed: 'Rol renombrado',
    RoleRetired: 'Rol retirado',
    RoleSecondFactorSet: 'Regla de segundo factor fijada',
  },
});
