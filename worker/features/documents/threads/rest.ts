import * as endpoints from '../../../../schema/documents/threads/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { deleteComment, updateComment } from './change.ts'
import { readCommentLines, readThreads } from './read.ts'

export const threadDoors: Door[] = [
  door(endpoints.listThreads, readThreads),
  door(endpoints.listCommentLines, readCommentLines),
  door(endpoints.updateComment, updateComment),
  door(endpoints.deleteComment, deleteComment),
]
