// Runs before the first paint: the colours and direction chosen last time, so that nothing flashes.
(function () {
  var look = {};
  var language = 'en';
  try {
    look = JSON.parse(localStorage.getItem('ops-look') || '{}') || {};
    language = localStorage.getItem('ops-language') || 'en';
  } catch (spoilt) {
    look = {};
  }
  var root = document.documentElement;
  var dark =
    look.scheme === 'dark' ||
    (look.scheme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  root.setAttribute('data-accent', look.accent || 'indigo');
  root.setAttribute('data-density', look.density === 'comfortable' ? 'comfortable' : 'compact');
  root.lang = language;
  root.dir = look.dir === 'rtl' ? 'rtl' : 'ltr';
})();
// Schemas are checked without code made at run time: the page's policy forbids that, and would report each attempt.
window.__zod_globalConfig = { jitless: true };
