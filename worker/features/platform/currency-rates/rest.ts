import * as endpoints from '../../../../schema/platform/currency-rates/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { createRate, deleteRate, listRates, readRatesOfToday, updateRate } from './operations.ts'

export const currencyRateDoors = [
  door(endpoints.getRatesOfToday, readRatesOfToday),
  door(endpoints.listCurrencyRates, listRates),
  door(endpoints.createCurrencyRate, createRate),
  door(endpoints.updateCurrencyRate, updateRate),
  door(endpoints.deleteCurrencyRate, deleteRate),
]
