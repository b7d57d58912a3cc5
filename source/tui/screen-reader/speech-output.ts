/** Output of a conversation: consecutive lines, never repeated or overwritten. */
export interface SpeechOutput {
	/** Writes a line of its own. Sanitized. */
	say(text: string): void;
	/** Continues the open line, or opens one, for text as it is typed. Sanitized. */
	echo(text: string): void;
	/** Opens a line with this text. */
	open(text: string): void;
}
