import type { MasterPlug } from '#web/families/master/plug.ts';
import { RoleDetails } from './RoleDetails.tsx';
import { RoleEditor } from './RoleEditor.tsx';

/** Roles: their rights are edited in a grid of their own. */
export const plug: MasterPlug = { Editor: RoleEditor, Details: RoleDetails, page: true };
