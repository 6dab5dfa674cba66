import { address, type Question } from '../../../../schema/requests/forms/form.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { amount, date, emailAddress, listOf, membersOf, type Parser, text, yesNo } from '../../../core/import-cells.ts'

/** How answers to custom fields are written in a cell. */

const number: Parser = (value) => {
  const plain = value.replaceAll(/[,\s]/g, '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? { value: Number(plain) } : { message: `${value} isn’t a number` }
}

/** A choice is named by its label. */
const choice =
  ({ options, isMulti }: Question): Parser =>
  (value) => {
    const ids = new Map(options.map((option) => [option.label.trim().toLowerCase(), option.id]))
    const pick: Parser = (label) => {
      const id = ids.get(label.toLowerCase())
      return id ? { value: id } : { message: `${label} isn’t a valid option` }
    }
    return isMulti ? listOf(pick, /;/, 100)(value) : pick(value)
  }

export const ADDRESS_FORM = 'street; city; state; postal code; country'

/** Its parts in one cell. A second line comes after the street. */
const postalAddress: Parser = (value) => {
  const parts = value.split(';').map((part) => part.trim())
  const [address1 = '', ...rest] = parts
  const [address2 = '', city = '', state = '', postalCode = '', country = ''] =
    parts.length === 5 ? ['', ...rest] : rest
  if (parts.length < 5 || parts.length > 6 || !address1 || !city || !country)
    return { message: `${value} isn’t an address. Use the format ${ADDRESS_FORM}` }
  const parsed = address.safeParse({ country, address1, address2, city, state, postalCode })
  return parsed.success ? { value: parsed.data } : { message: 'A part of the address is too long' }
}

/** How the values of a custom field are written in a cell. Null for types that don't fit into one. */
export const customParser = (question: Question, exchange: Exchange): Parser | null => {
  switch (question.type) {
    case 'TEXT':
      return text(20_000)
    case 'EMAIL':
      return emailAddress
    case 'NUMBER':
      return number
    case 'YES_NO':
      return yesNo
    case 'DATE':
    case 'START_DATE':
    case 'END_DATE':
      return date
    case 'CUSTOM_SELECT':
      return choice(question)
    case 'MONEY':
      return amount(exchange)
    case 'ADDRESS':
      return postalAddress
    case 'MEMBER_SELECT':
      return membersOf(question.isMulti ? 100 : 1)
    default:
      return null
  }
}
