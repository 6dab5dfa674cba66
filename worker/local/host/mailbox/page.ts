import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The mailbox's page, in one piece, without assets from anywhere else. */
export function mailboxPage(nonce: string): string {
  return read('./page.html')
    .replace('/* page.css */', () => read('./page.css'))
    .replace('/* page.client.js */', () => read('./page.client.js'))
    .replace('/* write.client.js */', () => read('./write.client.js'))
    .replaceAll('<script type="module">', `<script type="module" nonce="${nonce}">`)
}
