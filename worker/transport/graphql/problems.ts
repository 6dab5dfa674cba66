import type { GraphQLError } from 'graphql'
import { placeInWords } from '../../../schema/shared/sent/places-in-words.ts'
import { AppError } from '../../core/errors.ts'

/** Characters of GraphQL's own message that matter. */
const MOST_READ = 2_000

/**
 * Plain messages for an invalid document or variables. GraphQL's own name types and suggest fields and enum values,
 * which is what turning off introspection should prevent.
 */
export const problemOf = (error: GraphQLError): AppError => {
  // It can repeat what was sent.
  const message = error.message.slice(0, MOST_READ)
  const [at] = error.locations ?? []
  const where = at ? ` (line ${at.line}, column ${at.column})` : ''
  const invalid = (text: string) => new AppError('INVALID', `${text}${where}.`)
  const named = (pattern: RegExp): string | undefined => pattern.exec(message)?.[1]

  if (/introspection/i.test(message)) return invalid('GraphQL introspection is off')
  const limit = /(depth|aliases|tokens?|directives)\b.*?limit of (\d+)/i.exec(message)
  if (limit) return new AppError('INVALID', `The query is too large: its limit of ${limit[1]} is ${limit[2]}.`)
  if (message.startsWith('Syntax Error')) return invalid('The query is not valid GraphQL')

  const stray = named(/^Variable "\$(\w+)" is (?:not defined|never used)/)
  if (stray) return invalid(`The variable "${stray}" is ${/never used/.test(message) ? 'never used' : 'not declared'}`)
  const variable = named(/^Variable "\$(\w+)"/)
  if (variable) {
    const why = message.slice(message.indexOf('; ') + 1)
    const field = (/\bat "([^"]+)"/.exec(why)?.[1] ?? variable).slice(0, 200)
    const isMissing = /was not provided|must not be null/.test(message)
    // What a program calls the variable says nothing to a person, where something in it is meant.
    const [outer = '', ...inner] = field.split(/[.[\]]+/).filter(Boolean)
    const lost = isMissing ? /; Field "(\w+)" of required type/.exec(message)?.[1] : undefined
    const names = [...(inner.length > 0 || lost ? inner : [outer]), ...(lost ? [lost] : [])]
    const place = placeInWords(names, undefined)
    const plain = inner.length === 0 && !lost && outer.length > 1 ? `"${outer}"` : place || 'A value'
    const text = isMissing ? `${plain} is required.` : `The value of ${plain} is not valid.`
    return new AppError('INVALID', place || outer.length > 1 ? text : `${text.slice(0, -1)}${where}.`, {
      fields: { [field]: text },
    })
  }
  const missing = named(/argument "(\w+)" of type .* is required/)
  if (missing) return invalid(`The argument "${missing}" is required`)
  const argument = named(/^Unknown argument "(\w+)"/)
  if (argument) return invalid(`There is no argument "${argument}" here`)
  const field = named(/^Cannot query field "(\w+)"/)
  if (field) return invalid(`There is no field "${field}" here`)
  if (/must have a selection/.test(message)) return invalid('Select the fields you want here')
  if (/must not have a selection/.test(message)) return invalid('This field has no subfields')
  if (/value|enum|cannot represent|Expected/i.test(message)) return invalid('A value in the query is not valid')
  const fragment = named(/^(?:Unknown fragment|Fragment) "(\w+)"/)
  if (fragment) return invalid(`The fragment "${fragment}" is missing, unused or in the wrong place`)
  const inside = named(/^Field "(\w+)" is not defined by type/)
  if (inside) return invalid(`There is no field "${inside}" here`)
  if (/^Unknown directive/.test(message)) return invalid('There is no such directive')
  if (/operation/i.test(message)) return invalid('Name the one operation to run')
  return invalid('The query asks for something that isn’t here')
}
