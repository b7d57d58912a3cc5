/** The components of the views of dialogs. */

export { Answers, type AnswerTexts } from './answers.ts';
export { type ChoiceLine, Choices, choiceLines, drawChoice } from './choices.ts';
export { Dialog } from './dialog.tsx';
export { Field, padded } from './field.ts';
export { Formatted } from './formatted.ts';
export { Gap } from './gap.ts';
export { innerWidthOf } from './layout.ts';
export { Line } from './line.ts';
export { Paragraph, type ParagraphProps } from './paragraph.ts';
export { type Drawn, fixedRows, type Place, part } from './part.ts';
export type { Piece } from './pieces.ts';
export { Rule } from './rule.ts';
export { firstVisible, moreBelow, Scrolled } from './scrolled.ts';
