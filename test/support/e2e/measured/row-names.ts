/**
 * What a screen reader says of the page's tables and links that doesn't tell which: rows without a header, choices of a
 * row that don't name it, and links that are only a number. Runs in the page, so that it uses nothing from around it.
 */
export const findUntold = (): string[] => {
  const found: string[] = []
  const nameOf = (node: Element): string => {
    const by = node.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const labels = by.map(
      (id) => document.getElementById(id)?.getAttribute('aria-label') ?? document.getElementById(id)?.textContent,
    )
    return [...labels, node.getAttribute('aria-label'), by.length > 0 ? '' : node.textContent]
      .filter(Boolean)
      .join(' ')
      .trim()
  }
  /** A week of a calendar, whose days say their dates. */
  const isWeek = (row: Element): boolean => row.querySelector('td > time') !== null
  for (const row of document.querySelectorAll('main tbody tr')) {
    if (
      !row.checkVisibility() ||
      row.querySelectorAll('td, th').length < 2 ||
      row.closest('[aria-busy="true"]') ||
      isWeek(row)
    )
      continue
    const text = row.textContent?.slice(0, 40)
    if (!row.querySelector('th, [role="rowheader"]')) found.push(`no header in the row “${text}”`)
    for (const box of row.querySelectorAll('input[type="checkbox"]'))
      if (/^select( row)?$/i.test(nameOf(box))) found.push(`a choice of the row “${text}” doesn’t name it`)
  }
  for (const link of document.querySelectorAll('main a[href]'))
    if (link.checkVisibility() && /^\d*$/.test(nameOf(link))) found.push(`a link is “${nameOf(link)}”`)
  return found
}

/** Fields whose letters are so small that a phone zooms into them. */
export const findSmallLetters = (): string[] =>
  [
    ...document.querySelectorAll<HTMLElement>(
      'main :is(input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea, select)',
    ),
  ]
    .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.tagName} ${field.getAttribute('aria-label') ?? field.className} is below 16 px`)
