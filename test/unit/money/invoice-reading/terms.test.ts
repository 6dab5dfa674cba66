import { describe, expect, it } from 'vitest'
import { termsIn } from '../../../../worker/features/documents/reading/invoice/terms.ts'

describe('terms of payment', () => {
  it.each([
    ['Net 30', { days: '30' }],
    ['2% 10 days, net 30', { days: '30' }],
    ['2/10 net 30', { days: '30' }],
    ['10 Tage 2 % Skonto, 30 Tage netto', { days: '30' }],
    ['Payable within thirty (30) days', { days: '30' }],
    ['Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.', { days: '14' }],
    ['Zahlbar binnen zwei Wochen', { days: '14' }],
    ['Due on receipt', { days: '0' }],
    ['30 days end of month', { days: '30', from: 'MONTH_END' }],
    ['Paiement à 45 jours fin de mois', { days: '45', from: 'MONTH_END' }],
    ['Net 30 EOM', { days: '30', from: 'MONTH_END' }],
    ['Payable by the 15th of the following month', { days: '15', from: 'NEXT_MONTH' }],
    ['A late fee of 1.5% applies to invoices not paid within 30 days.', null],
    ['Pénalités de retard exigibles 30 jours après la date de paiement', null],
    ['Bei Zahlungsverzug nach 30 Tagen berechnen wir Zinsen.', null],
    ['Payment within 10 business days', null],
    ['Zahlbar innerhalb von 10 Werktagen', null],
    ['Payment 30 days after delivery', null],
    ['This offer is valid for 30 days', null],
    ['Netto 25 000', null],
  ])('%s', (text, terms) => expect(termsIn(text, false)).toEqual(terms))
})
