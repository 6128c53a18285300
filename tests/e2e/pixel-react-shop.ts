import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Navigate, Route, Routes } from 'react-router-dom';

/** A shop of the kind that many are: its start page and its old addresses redirect as soon as they are drawn. */
const page = (name: string) =>
  h(
    'main',
    null,
    h('h2', null, name),
    h(Link, { to: '/shoes' }, 'Shoes'),
    h(Link, { to: '/old-bags' }, 'Bags'),
    h(Link, { to: '/hats' }, 'Hats'),
  );
const routes: [string, ReturnType<typeof h>][] = [
  ['/', h(Navigate, { to: '/home', replace: true })],
  ['/old-bags', h(Navigate, { to: '/bags', replace: true })],
  ['*', page('Shop')],
];

createRoot(document.getElementById('root')!).render(
  h(BrowserRouter, null, h(Routes, null, ...routes.map(([path, element]) => h(Route, { key: path, path, element })))),
);
