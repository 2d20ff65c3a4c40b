import { AdminLayout as Layout } from './layout/AdminLayout.tsx';
import { Guarded as Guard } from './Guarded.tsx';

/** What a signed-in person's pages stand in, fetched together. */
export const AdminLayout = Layout;
export const Guarded = Guard;
