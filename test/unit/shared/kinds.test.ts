import { describe, expect, it } from 'vitest'
import { hrefOf, KIND_NAMES, kindLabel, nounOf, slugOf } from '../../../schema/shared/kinds.ts'

describe('kinds of objects in words and addresses', () => {
  it('an object’s conversations and history are parts of its page, or the page itself', () => {
    expect(hrefOf('VENDOR', 'v1')).toBe('/vendors/v1')
    expect(hrefOf('VENDOR', 'v1', 'threads')).toBe('/vendors/v1/conversations')
    expect(hrefOf('INTAKE_SUBMISSION', 'r1', 'threads')).toBe('/intake-request/r1/comments')
    expect(hrefOf('INTAKE_SUBMISSION', 'r1', 'history')).toBe('/intake-request/r1/history')
    expect(hrefOf('SERVICE', 's1', 'threads')).toBe('/services/s1')
    expect(hrefOf('DOCUMENT', 'd1', 'history')).toBe('/documents/d1')
  })
  it('what has no page of its own leads to the list that shows it, or nowhere', () => {
    expect(hrefOf('ENTITY', 'e1')).toBe('/settings/manage-entities')
    expect(hrefOf('SESSION', 'u1')).toBeNull()
  })
  it('labels say what a noun alone doesn’t', () => {
    expect(kindLabel('INTAKE_CATEGORY')).toBe('Request category')
    expect(kindLabel('BUSINESS_UNIT')).toBe('Business unit')
    expect(kindLabel('API_KEY')).toBe('API key')
    expect(nounOf('INTAKE_CATEGORY')).toBe('category')
  })
  it('the history’s actions begin with the kind', () => {
    expect(slugOf('INTAKE_SUBMISSION')).toBe('intake-submission')
    expect(new Set(KIND_NAMES.map(slugOf)).size).toBe(KIND_NAMES.length)
  })
})
