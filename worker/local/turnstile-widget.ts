/** A box to tick in place of Turnstile's widget, with the part of its interface that the app uses. */
export const TURNSTILE_WIDGET = `
window.turnstile = {
  render(place, options) {
    const label = document.createElement('label')
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.addEventListener('change', () => {
      if (box.checked) options.callback('XXXX.DUMMY.TOKEN.XXXX.' + crypto.randomUUID())
      else options['expired-callback']()
    })
    label.append(box, ' I am a person')
    place.append(label)
    return label
  },
  reset(label) { label.querySelector('input').checked = false },
  remove(label) { label.remove() },
}
`
