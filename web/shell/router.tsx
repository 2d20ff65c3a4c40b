import { createBrowserRouter, Navigate, redirect } from 'react-router-dom';
import type { MiddlewareFunction, RouteObject } from 'react-router-dom';
import { redirects } from '#shared/access/screens.ts';
import { session } from '#web/live/session.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { promptMe, knownMe } from './me.ts';
import { warmScreen } from './page-screens.ts';
import { pages } from './pages.ts';
import type { Page } from './pages.ts';
import { registerPages } from './register-pages.ts';
import { RootFault } from './RootFault.tsx';

/**
 * Requires a session, and loads the signed-in person before a page is shown. An unknown address asks nobody to sign in; whoever is keeps
 * it, with the frame around the answer.
 */
const guard: MiddlewareFunction = async ({ request, params }, next) => {
  const { token, ended } = session.now();
  if (!token && ended === null) {
    const { pathname, search, hash } = new URL(request.url);
    if (params['*'] !== undefined) throw redirect(unknown.to);
    throw redirect(`/login/default?next=${encodeURIComponent(pathname + search + hash)}`);
  }
  if (!knownMe()) await promptMe();
  return next();
};

/** The frame of signed-in pages, in a chunk of its own that the sign-in page does not need. */
const frame = () => import('./frame.ts');
const signInScreen = async () => ({ Component: (await import('./session/SignInScreen.tsx')).SignInScreen });

/** Makes the guard run on every navigation: middleware is skipped for routes without a loader. */
const prompted = (): null => null;

function pageRoute(page: Page, guarded: boolean): RouteObject {
  if (guarded)
    return {
      path: page.path,
      // Two of the owner's addresses differ in one letter's case only: `poList` and `PoList`.
      caseSensitive: true,
      handle: { page },
      loader: () => warmScreen(page),
      lazy: async () => {
        const { Guarded } = await frame();
        return { Component: () => <Guarded page={page} key={page.path} /> };
      },
    };
  return { path: page.path, handle: { page }, lazy: async () => ({ Component: await page.load() }) };
}

/** Where the specification sends unknown addresses. */
const unknown = redirects.find(({ from }) => from === '*')!;

const notFoundPage: Page = {
  path: unknown.from,
  title: { en: 'Page not found', es: 'Página no encontrada' },
  feed: null,
  load: () => import('./screens/NotFound.tsx').then(({ NotFoundHere }) => NotFoundHere),
  screen: {
    path: unknown.from,
    area: 'General',
    section: 'Main layout',
    group: null,
    guard: 'signed-in',
    entity: null,
    layout: 'main',
    title: null,
  },
};

const wallPage: Page = {
  path: '/wall',
  title: { en: 'Wall screens', es: 'Pantallas de pared' },
  feed: null,
  load: () => import('./wall/WallDevices.tsx').then(({ WallDevices }) => WallDevices),
  screen: {
    path: '/wall',
    area: 'General',
    section: 'Main layout',
    group: null,
    guard: 'signed-in',
    entity: null,
    layout: 'main',
    title: null,
  },
};

function ofLayout(layout: Page['screen']['layout']): readonly Page[] {
  return [...pages.values()].filter((page) => page.screen.layout === layout);
}

/** Only built pages are routes; every other address is not found: inside the frame for whoever is signed in, else at sessions/404. */
export function routesOf(): RouteObject[] {
  registerPages();
  return [
    ...redirects
      .filter((one) => one !== unknown)
      .map(({ from, to }): RouteObject => ({ path: from, element: <Navigate to={to} replace /> })),
    {
      lazy: async () => ({ Component: (await import('./layout/AuthLayout.tsx')).AuthLayout }),
      children: [
        { path: '/login/:loginParam', lazy: signInScreen },
        { path: '/sessions/signin', lazy: signInScreen },
        {
          path: '/sessions/404',
          lazy: async () => ({ Component: (await import('./screens/NotFound.tsx')).NotFound }),
        },
        {
          path: '/home',
          lazy: async () => ({ Component: (await import('./screens/HomeScreen.tsx')).HomeScreen }),
        },
      ],
    },
    {
      path: '/upload',
      lazy: async () => ({ Component: (await import('./upload/PhoneUpload.tsx')).PhoneUpload }),
    },
    {
      path: '/wall/:name',
      lazy: async () => ({ Component: (await import('./wall/WallScreen.tsx')).WallScreen }),
    },
    {
      lazy: async () => ({ Component: (await frame()).AdminLayout }),
      middleware: [guard],
      loader: prompted,
      children: [
        ...ofLayout('main').filter(({ screen }) => screen.guard !== 'signed link'),
        wallPage,
        notFoundPage,
      ].map((page) => pageRoute(page, true)),
    },
    {
      children: ofLayout('main')
        .filter(({ screen }) => screen.guard === 'signed link')
        .map((page) => pageRoute(page, false)),
    },
    {
      lazy: async () => ({
        Component: (await import('./layout/CustomerPaymentLayout.tsx')).CustomerPaymentLayout,
      }),
      children: ofLayout('customer-payment').map((page) => pageRoute(page, false)),
    },
  ];
}

export function createRouter() {
  return createBrowserRouter(
    [
      {
        errorElement: <RootFault />,
        hydrateFallbackElement: <Skeleton />,
        children: routesOf().filter((route) => route.children === undefined || route.children.length > 0),
      },
    ],
    { future: { v8_middleware: true } },
  );
}
