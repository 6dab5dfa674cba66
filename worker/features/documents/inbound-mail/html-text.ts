const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '', zwnj: '', zwj: '' },
    ...{ euro: '€', pound: '£', yen: '¥', cent: '¢', copy: '©', reg: '®', trade: '™', sect: '§', deg: '°', times: '×' },
    ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', laquo: '«', raquo: '»', rarr: '→', larr: '←' },
    ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', frac12: '½', sup2: '²', sup3: '³' },
    ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', eacute: 'é', egrave: 'è' },
    ...{ agrave: 'à', aacute: 'á', ccedil: 'ç', ntilde: 'ñ', iacute: 'í', oacute: 'ó', uacute: 'ú', oslash: 'ø' },
    ...{ aring: 'å', aelig: 'æ', ecirc: 'ê', ocirc: 'ô', acirc: 'â', Eacute: 'É', Aring: 'Å', Oslash: 'Ø' },
  }),
)

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,9}));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED.get(name) ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })

/** Elements without readable content. */
const UNREAD = new Set(['style', 'script', 'head', 'title', 'template', 'noscript'])
const PARAGRAPHS = new Set(['p', 'table', 'ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'pre'])
const LINES = new Set(['br', 'div', 'tr', 'li', 'section', 'article', 'header', 'footer', 'dt', 'dd'])

/** The most text kept of an email. Characters. */
export const MOST_TEXT = 200_000

/** What a person would read in an email's HTML, as plain text. One pass over the text, however it is nested. */
export const htmlToText = (html: string): string => {
  const out: string[] = []
  let unread: string | null = null
  let length = 0
  for (const [token] of html.matchAll(/<!--[\s\S]*?(?:-->|$)|<[^>]*(?:>|$)|[^<]+/g)) {
    if (!token.startsWith('<')) {
      if (unread) continue
      const text = decodeEntities(token.slice(0, MOST_TEXT).replaceAll(/\s+/g, ' '))
      out.push(text)
      length += text.length
      if (length > MOST_TEXT) break
      continue
    }
    const [, closing = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(token) ?? []
    const tag = name.toLowerCase()
    if (unread) {
      if (closing && tag === unread) unread = null
    } else if (UNREAD.has(tag)) {
      if (!closing && !token.endsWith('/>')) unread = tag
    } else if (PARAGRAPHS.has(tag)) out.push('\n\n')
    else if (tag === 'li' && !closing) out.push('\n• ')
    else if (LINES.has(tag)) out.push('\n')
    else if ((tag === 'td' || tag === 'th') && closing) out.push('   ')
  }
  return out
    .join('')
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
