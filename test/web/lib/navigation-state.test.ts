import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isLoginPath, isSafeTarget, loginPathFor, saveRedirect, takeRedirect } from '../../../web/lib/redirect.ts'
import { parseSearch, stringifySearch } from '../../../web/lib/search-params.ts'

describe('the page to return to after signing in', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
  })

  it('the page is remembered once', () => {
    saveRedirect('/intake-request/r1?tab=approvals#b')
    expect(takeRedirect()).toBe('/intake-request/r1?tab=approvals#b')
    expect(takeRedirect()).toBe('/')
  })

  it('the page is forgotten after an hour', () => {
    saveRedirect('/settings', 0)
    expect(takeRedirect(60 * 60 * 1000 + 1)).toBe('/')
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login',
    '/login?a=b',
    '/v/login',
    '',
  ])('the page is never %s', (target) => {
    expect(isSafeTarget(target)).toBe(false)
    saveRedirect(target)
    expect(takeRedirect()).toBe('/')
  })

  it('the login pages of both sides are recognized', () => {
    expect(loginPathFor('/v/forms')).toBe('/v/login')
    expect(loginPathFor('/vendors')).toBe('/login')
    expect(['/login', '/login/', '/login-with-token', '/v/login'].map(isLoginPath)).toEqual([true, true, true, true])
    expect(isLoginPath('/')).toBe(false)
  })
})

describe('search parameters', () => {
  it('search parameters are plain text, never JSON', () => {
    expect(parseSearch('?a=1&b=true&cursor=x&cursor=y&cursor=z')).toEqual({
      a: '1',
      b: 'true',
      cursor: ['x', 'y', 'z'],
    })
    expect(parseSearch('?constructor=1&toString=2')).toEqual({ constructor: '1', toString: '2' })
  })

  it('empty search parameters are left out', () => {
    expect(stringifySearch({ a: undefined, b: null, c: '', d: 'x y', e: ['1', '2'], f: [] })).toBe('?d=x+y&e=1&e=2')
    expect(stringifySearch({})).toBe('')
  })
})
