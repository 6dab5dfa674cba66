import type { GraphQLError } from 'graphql'
import { AppError } from '../../core/errors.ts'

/**
 * Plain messages for an invalid document or variables. GraphQL's own name types and suggest fields and enum values,
 * which is what turning off introspection should prevent.
 */
export const problemOf = (error: GraphQLError): AppError => {
  const { message } = error
  const [at] = error.locations ?? []
  const where = at ? ` (line ${at.line}, column ${at.column})` : ''
  const invalid = (text: string) => new AppError('INVALID', `${text}${where}.`)
  const named = (pattern: RegExp): string | undefined => pattern.exec(message)?.[1]

  if (/introspection/i.test(message)) return invalid('GraphQL introspection is off')
  const limit = /(depth|aliases|tokens?|directives)\b.*?limit of (\d+)/i.exec(message)
  if (limit) return new AppError('INVALID', `The query is too large: its limit of ${limit[1]} is ${limit[2]}.`)
  if (message.startsWith('Syntax Error')) return invalid('The query is not valid GraphQL')

  const variable = named(/^Variable "\$(\w+)"/)
  if (variable) {
    const path = /; .*? at "([^"]+)"|at "([^"]+)"/.exec(message)
    const field = (path?.[1] ?? path?.[2] ?? variable).slice(0, 200)
    const isMissing = /was not provided|must not be null/.test(message)
    const text = isMissing ? `"${field}" is required.` : `The value of "${field}" is not valid.`
    return new AppError('INVALID', text, { fields: { [field]: text } })
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
  return invalid('The query is not valid')
}
