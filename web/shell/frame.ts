import { AdminLayout as Layout } from './layout/AdminLayout.tsx';
import { Guarded as Guard } from './Guarded.tsx';

/** The frame of a signed-in person's pages, loaded as one chunk. */
export const AdminLayout = Layout;
export const Guarded = Guard;
