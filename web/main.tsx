import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '#web/live/session.ts';
import { loadSocket, startSocket } from '#web/live/socket.ts';
import { App } from '#web/shell/App.tsx';
import { startMe } from '#web/shell/me.ts';
import { Providers } from '#web/shell/Providers.tsx';
import { startActivity } from '#web/shell/session/activity.ts';
import { hasKeptMe } from '#web/shell/session/hints.ts';
import { startUpdates } from '#web/shell/update/updates.ts';
import { addShellTranslations } from '#web/shell/translations.ts';
import { startTranslations } from '#web/locales/translations.ts';

const Gallery = import.meta.env.DEV
  ? lazy(() => import('#web/parts/gallery/Gallery.tsx').then((module) => ({ default: module.Gallery })))
  : null;
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no place for the console');

void loadSocket();
await Promise.all([startTranslations(), session.prompt()]);
if (!session.now().token && hasKeptMe()) await (await import('#web/shell/session/away.ts')).openAway();
addShellTranslations();
startMe();
startSocket();
startActivity();
startUpdates();
createRoot(place).render(
  <Providers>
    {Gallery && location.pathname.startsWith('/dev/parts') ? (
      <Suspense>
        <Gallery />
      </Suspense>
    ) : (
      <App />
    )}
  </Providers>,
);
