/** Puts times into the reader's own time zone, on the page as it comes and on the parts that are brought later. */
export function localizeTimes(): void {
  const language = document.documentElement.lang;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' });

  function localize(): void {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
      const date = new Date(time.dateTime);
      time.title = moment.format(date);
      if (time.dataset.local === 'date') time.textContent = day.format(date);
    }
  }

  localize();
  document.addEventListener('dashboard:shown', localize);
}
