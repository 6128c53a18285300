// The demo shop's own script: who browses, and the single-page section. The pixel knows nothing of this page.
const who = document.querySelector('#who');
who.value = sessionStorage.getItem('who') ?? '';
who.addEventListener('change', () => {
  // Whoever was nobody yet says who they are; somebody else has a browser, and a pixel's id, of their own.
  if (sessionStorage.getItem('who')) localStorage.removeItem('_lv');
  sessionStorage.setItem('who', who.value);
  location.reload();
});
if (who.value) {
  // What a real shop does once a customer has typed his address at the checkout.
  addEventListener('load', () => window.leadIdentify?.({ email: who.value }));
}
const box = document.querySelector('#box');
if (box) {
  const steps = { '/box/': 'Choose a roast', '/box/size': 'Choose a size', '/box/done': 'Your box is ready' };
  const show = () => {
    box.querySelector('h2').textContent = steps[location.pathname] ?? 'Choose a roast';
  };
  box.addEventListener('click', (event) => {
    const to = event.target.dataset?.to;
    if (!to) return;
    history.pushState({}, '', to);
    show();
  });
  addEventListener('popstate', show);
  show();
}
