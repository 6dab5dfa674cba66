/**
 * What empty fields ask for, where the field is too narrow to say it whole. Runs in the page, so that it uses nothing
 * from around it.
 */
export const findCutPlaceholders = (): string[] => {
  const letters = document.createElement('canvas').getContext('2d')
  if (!letters) return ['No text can be measured here']
  return [...document.querySelectorAll<HTMLInputElement>('main input[placeholder]')].flatMap((field) => {
    if (!field.checkVisibility() || field.value !== '') return []
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    letters.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const needed = letters.measureText(field.placeholder).width
    return needed > room + 0.5
      ? [`“${field.placeholder}” needs ${Math.round(needed)} of ${Math.round(room)} pixels`]
      : []
  })
}
