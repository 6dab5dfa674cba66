import './learn.ts'
import * as endpoints from '../../../../schema/money/invoice-reading/lessons.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { forgetLesson, listLessons } from './lessons.ts'
import { recognizeVendor } from './recognize.ts'

export const invoiceLessonDoors: Door[] = [
  door(endpoints.recognizeVendor, recognizeVendor),
  door(endpoints.listLessons, listLessons),
  door(endpoints.forgetLesson, forgetLesson),
]
