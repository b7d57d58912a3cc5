/** Effect of a message. 'reject': the message breaks the rules, and counts against its author. */
export type Verdict = 'accept' | 'ignore' | 'reject';
