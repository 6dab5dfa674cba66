import type { Currency } from '../../schema/shared/money.ts'
import {
  british,
  canadian,
  cleaning,
  creditMemo,
  freelancer,
  french,
  german,
  germanCredit,
  PARTS,
  PARTS_SUM,
  severalPages,
  subscription,
  swiss,
  yen,
} from './invoice-layouts.ts'

/** Invoices of several countries, with what each of them says. */

interface Says {
  vendor: string
  number: string
  date: string
  due: string | null
  currency: Currency
  /** Minor units. */
  total: number
  isCredit: boolean
  /** Descriptions and amounts. */
  lines: [string, number][]
  taxId: string | null
}

export interface SampleInvoice {
  name: string
  file: () => Promise<Uint8Array>
  says: Says
}

export const SAMPLE_INVOICES: SampleInvoice[] = [
  {
    name: 'a subscription in the United States',
    file: subscription(),
    says: {
      ...{ vendor: 'Northwind Software, Inc.', number: 'NW-2026-0042', date: '2026-03-04', due: '2026-04-03' },
      ...{ currency: 'USD', total: 125_000, isCredit: false, taxId: null },
      lines: [
        ['Team plan Mar 4 – Apr 3, 2026', 100_000],
        ['Additional storage', 25_000],
      ],
    },
  },
  {
    name: 'a German invoice with VAT and days to pay',
    file: german,
    says: {
      ...{ vendor: 'Feinwerk Messtechnik GmbH', number: '2026-0114', date: '2026-03-04', due: '2026-03-18' },
      ...{ currency: 'EUR', total: 142_800, isCredit: false, taxId: 'DE283746195' },
      lines: [
        ['Messuhr digital 0,001 mm', 75_800],
        ['Kalibrierung mit Zertifikat', 44_200],
      ],
    },
  },
  {
    name: 'a British invoice with dates of two readings',
    file: british,
    says: {
      ...{ vendor: 'Kestrel CAD Ltd', number: 'KC/3391', date: '2026-04-03', due: '2026-05-03' },
      ...{ currency: 'GBP', total: 130_128, isCredit: false, taxId: 'GB291736482' },
      lines: [
        ['Training on site', 102_000],
        ['Travel', 6_440],
      ],
    },
  },
  {
    name: 'two pages with labels above their values',
    file: severalPages,
    says: {
      ...{ vendor: 'Cascade Fasteners LLC', number: '77120', date: '2026-11-14', due: '2026-12-14' },
      ...{ currency: 'USD', total: PARTS_SUM + Math.round(PARTS_SUM * 0.085), isCredit: false, taxId: null },
      lines: PARTS,
    },
  },
  {
    name: 'a credit memo with negative amounts',
    file: creditMemo,
    says: {
      ...{ vendor: 'Northwind Software, Inc.', number: 'CM-0009', date: '2026-10-02', due: null },
      ...{ currency: 'USD', total: 10_000, isCredit: true, taxId: null },
      lines: [['Additional storage, returned', 10_000]],
    },
  },
  {
    name: 'an Austrian credit note',
    file: germanCredit,
    says: {
      ...{ vendor: 'Alpenstrom AG', number: 'GS-2026-77', date: '2026-10-21', due: null },
      ...{ currency: 'EUR', total: 150_000, isCredit: true, taxId: 'ATU47182936' },
      lines: [['Zählertausch, zu viel berechnet', 125_000]],
    },
  },
  {
    name: 'an invoice in yen',
    file: yen,
    says: {
      ...{ vendor: 'Hoshino Optics K.K.', number: 'HO-88213', date: '2026-09-30', due: '2026-10-31' },
      ...{ currency: 'JPY', total: 300_500, isCredit: false, taxId: null },
      lines: [
        ['Lens assembly L-40', 288_000],
        ['Express shipment', 12_500],
      ],
    },
  },
  {
    name: 'a French invoice with VAT',
    file: french,
    says: {
      ...{ vendor: 'Atelier Rive SARL', number: 'F2026-218', date: '2026-06-05', due: '2026-07-05' },
      ...{ currency: 'EUR', total: 151_200, isCredit: false, taxId: 'FR40303265045' },
      lines: [['Usinage pièces prototype', 126_000]],
    },
  },
  {
    name: 'a Swiss invoice with apostrophes in amounts',
    file: swiss,
    says: {
      ...{ vendor: 'Precisa Robotik AG', number: '500231', date: '2026-09-07', due: '2026-10-07' },
      ...{ currency: 'CHF', total: 1_509_508, isCredit: false, taxId: null },
      lines: [
        ['Greifer GX-2', 1_240_000],
        ['Inbetriebnahme', 156_400],
      ],
    },
  },
  {
    name: 'a letter of a German freelancer, dated by its place',
    file: freelancer,
    says: {
      ...{ vendor: 'Jana Krüger', number: 'R-26-031', date: '2026-05-12', due: '2026-05-26' },
      ...{ currency: 'EUR', total: 285_600, isCredit: false, taxId: null },
      lines: [
        ['Konzeption und Workshop', 160_000],
        ['Umsetzung Prototyp', 80_000],
      ],
    },
  },
  {
    name: 'lines with dates from an accounting program',
    file: cleaning,
    says: {
      ...{ vendor: 'Harbor Janitorial LLC', number: '1187', date: '2026-02-03', due: '2026-03-05' },
      ...{ currency: 'USD', total: 64_000, isCredit: false, taxId: null },
      lines: [
        ['Office cleaning, weekly', 48_000],
        ['Window cleaning', 16_000],
      ],
    },
  },
  {
    name: 'a Canadian invoice with its currency in the titles',
    file: canadian,
    says: {
      ...{ vendor: 'Maple & Pine Consulting Ltd.', number: 'MP-2026-09', date: '2026-09-15', due: '2026-10-15' },
      ...{ currency: 'CAD', total: 339_000, isCredit: false, taxId: null },
      lines: [['Advisory services September', 300_000]],
    },
  },
]
