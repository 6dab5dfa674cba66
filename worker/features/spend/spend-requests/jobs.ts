import './subject.ts'
import './kind.ts'
import './subject-facts.ts'
