import { act } from 'react'

/** Lines as a grid, with the keys of people who type them. */

export const cellAt = (line: number, field: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-path="lines.${line}.${field}"]`)

/** What a cell says, without what is wrong with it. */
export const cellText = (line: number, field: string): string =>
  cellAt(line, field)?.querySelector('span')?.textContent ?? ''

export const focused = () => document.activeElement as HTMLElement

/** The cell that has the focus, or whose editor has it. */
export const focusedCell = (): string | null | undefined => focused().closest('[data-path]')?.getAttribute('data-path')

export const pressKey = async (key: string, held: KeyboardEventInit = {}): Promise<void> => {
  await act(async () => {
    const options = { key, bubbles: true, cancelable: true, ...held }
    focused().dispatchEvent(new KeyboardEvent('keydown', options))
  })
}

/** What is typed into the field that is open. */
export const write = async (text: string): Promise<void> => {
  await act(async () => {
    const input = focused() as HTMLInputElement
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export const paste = async (text: string): Promise<void> => {
  await act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => text } })
    focused().dispatchEvent(event)
  })
}
