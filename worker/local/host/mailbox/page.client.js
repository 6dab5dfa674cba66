// Runs in the browser, put into page.html by page.ts. The address keeps what is open: #mail-id, ?to=…
const list = document.getElementById('mails')
const count = document.getElementById('count')
const reader = document.getElementById('reader')
const filter = document.getElementById('filter')
const panes = document.querySelector('.panes')

let mails = []
let shownIds
let openId = location.hash.slice(1)
let renderedId
let tab = 'html'

const element = (name, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

const when = (iso, long) =>
  new Intl.DateTimeFormat('en-US', {
    ...(long || new Date(iso).toDateString() !== new Date().toDateString()
      ? { year: 'numeric', month: 'short', day: 'numeric' }
      : {}),
    hour: 'numeric',
    minute: '2-digit',
    ...(long ? { second: '2-digit' } : {}),
  }).format(new Date(iso))

function renderList() {
  const ids = mails.map((mail) => mail.id).join()
  count.textContent = `${mails.length} ${mails.length === 1 ? 'email' : 'emails'}`
  if (ids !== shownIds) {
    shownIds = ids
    const focused = document.activeElement?.dataset?.id
    list.replaceChildren(...mails.map(renderRow))
    if (focused) list.querySelector(`[data-id="${focused}"]`)?.focus()
  }
  for (const button of list.querySelectorAll('button')) {
    button.setAttribute('aria-current', String(button.dataset.id === openId))
  }
}

function renderRow(mail) {
  const button = element(
    'button',
    { type: 'button', title: when(mail.createdAt, true), onclick: () => open(mail.id) },
    element('span', { className: 'who', textContent: mail.to.join(', ') }),
    element('time', { className: 'when', dateTime: mail.createdAt, textContent: when(mail.createdAt) }),
    element('span', { className: 'subject', textContent: mail.subject || '(no subject)' }),
  )
  button.dataset.id = mail.id
  return element('li', {}, button)
}

function renderReader() {
  const mail = mails.find((each) => each.id === openId)
  panes.classList.toggle('reading', Boolean(mail))
  document.title = mail ? `${mail.subject} · Outlay mailbox` : 'Outlay mailbox'
  const state = mail ? `${mail.id} ${tab}` : `none ${mails.length > 0} ${filter.value}`
  if (state === renderedId) return
  renderedId = state
  if (!mail) {
    const text =
      mails.length > 0
        ? 'Choose an email to read it.'
        : filter.value
          ? 'No emails to this recipient.'
          : 'No emails yet. Login links, approval requests and other emails appear here.'
    reader.replaceChildren(element('p', { className: 'empty', textContent: text }))
    return
  }
  reader.replaceChildren(renderHead(mail), renderBody(mail))
}

function renderHead(mail) {
  const facts = element('dl')
  const fact = (name, ...values) => {
    if (values.some((value) => value !== '')) {
      facts.append(element('dt', { textContent: name }), element('dd', {}, ...values))
    }
  }
  fact('From', mail.from)
  fact('To', mail.to.join(', '))
  fact('Cc', mail.cc.join(', '))
  fact('Bcc', mail.bcc.join(', '))
  fact('Reply to', mail.replyTo.join(', '))
  fact('Sent', when(mail.createdAt, true))
  const links = mail.attachments.flatMap((attachment, index) => [
    index ? ', ' : '',
    element('a', { href: `/api/mails/${mail.id}/attachments/${index}`, textContent: attachment.filename }),
  ])
  fact('Attached', ...links)
  const tabs = element('div', { className: 'tabs', role: 'tablist' })
  for (const [id, label] of [
    ['html', 'Email'],
    ['text', 'Plain text'],
  ]) {
    const button = element('button', { type: 'button', role: 'tab', textContent: label, onclick: () => choose(id) })
    button.setAttribute('aria-selected', String(shownTab(mail) === id))
    button.disabled = !mail[id]
    tabs.append(button)
  }
  return element(
    'div',
    { className: 'head' },
    element('button', { className: 'back', type: 'button', textContent: '‹ All emails', onclick: () => open('') }),
    element('h2', { textContent: mail.subject || '(no subject)' }),
    facts,
    ...(mail.replyTo.length > 0
      ? [element('button', { className: 'write', type: 'button', textContent: 'Reply', onclick: () => answer(mail) })]
      : []),
    tabs,
  )
}

const shownTab = (mail) => (tab === 'html' && !mail.html ? 'text' : tab === 'text' && !mail.text ? 'html' : tab)

function renderBody(mail) {
  const body = element('div', { className: 'body' })
  if (shownTab(mail) === 'text') {
    body.append(element('pre', {}, ...withLinks(mail.text ?? '')))
    return body
  }
  const frame = element('iframe', { title: 'Email' })
  // Links leave the frame for this window; nothing of the mail can run or reach this page.
  frame.sandbox = 'allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox'
  frame.srcdoc = `<!doctype html><base target="_top"><style>body{margin:16px 24px;font:14px/1.5 system-ui,sans-serif}</style>${topLinks(mail.html)}`
  body.append(frame)
  return body
}

/** Mails ask for new windows or bring a <base> of their own; here every link opens in this window. */
function topLinks(html) {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  for (const base of parsed.querySelectorAll('base, meta[http-equiv]')) base.remove()
  for (const link of parsed.querySelectorAll('a[href], area[href]')) link.setAttribute('target', '_top')
  return parsed.documentElement.outerHTML
}

function withLinks(text) {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) => (index % 2 ? element('a', { href: part, textContent: part }) : part))
}

/** As most programs do: the quote below, and who wrote it above that. */
function answer(mail) {
  const quote = (mail.text ?? '').trimEnd().replaceAll(/^/gm, '> ')
  const intro = `On ${when(mail.createdAt, true)}, ${mail.from} wrote:`
  const values = {
    from: mail.to[0],
    to: mail.replyTo[0],
    subject: `Re: ${mail.subject}`,
    text: `\n\n${intro}\n${quote}`,
  }
  dispatchEvent(new CustomEvent('write', { detail: values }))
}

function open(id) {
  openId = id
  history.replaceState(null, '', `${location.search}#${id}`)
  render()
  if (id) reader.focus({ preventScroll: true })
  else list.querySelector('button')?.focus()
}

function choose(id) {
  tab = id
  render()
}

function render() {
  renderList()
  renderReader()
}

async function refresh() {
  const response = await fetch(`/api/mails?to=${encodeURIComponent(filter.value)}`)
  mails = (await response.json()).mails
  render()
}

async function keepFresh() {
  try {
    if (!document.hidden) await refresh()
  } catch {
    count.textContent = 'Outlay doesn’t answer. Start it again; this page then updates automatically.'
  }
  setTimeout(keepFresh, 1500)
}

filter.value = new URLSearchParams(location.search).get('to') ?? ''
filter.addEventListener('input', () => {
  history.replaceState(null, '', `${filter.value ? `?to=${encodeURIComponent(filter.value)}` : '/'}${location.hash}`)
  void refresh()
})
addEventListener('hashchange', () => open(location.hash.slice(1)))
document.addEventListener('visibilitychange', () => document.hidden || refresh().catch(() => undefined))
keepFresh()
