import { useState } from 'react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './router.tsx';

export function App(): ReactNode {
  const [router] = useState(createRouter);
  return <RouterProvider router={router} />;
}
