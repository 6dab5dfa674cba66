// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { FileDrop } from '../../../web/ui/file-drop.tsx'
import { beginPages, openPart } from '../../support/web/page.tsx'
import { find, until } from '../../support/web/screen.ts'

/** Files from a phone's camera. */

beginPages()

const shared = { id: 'files', label: 'Documents', invalid: false, maxBytes: 1000, kinds: 'PDF or picture' }
const camera = () => document.querySelector<HTMLInputElement>('input[type=file][capture="environment"]')

it('a photo is taken with the camera behind the phone, and is a file like those that are chosen', async () => {
  const taken: string[] = []
  await openPart(() => (
    <FileDrop
      {...shared}
      extensions={['pdf', 'jpg']}
      onFiles={(files) => taken.push(...files.map(({ name }) => name))}
    />
  ))
  await find('button', 'Take a photo')
  const input = camera()
  expect(input?.accept).toBe('image/*')
  expect(input?.getAttribute('aria-label')).toBe('Photo for Documents')
  if (!input) return
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'photo.jpg', { type: 'image/jpeg' })] })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
  expect(taken).toEqual(['photo.jpg'])
})

it('where no picture is taken, there is no camera', async () => {
  await openPart(() => <FileDrop {...shared} extensions={['csv']} onFiles={() => {}} />)
  await until('the field', () => document.querySelector('input[type=file]'))
  expect(camera()).toBeNull()
})
