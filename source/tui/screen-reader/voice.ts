/** Where a conversation is written: lines below each other, never anything twice or over something else. */
export interface Voice {
	/** A line of its own. Sanitised. */
	say(text: string): void;
	/** Continues the line that is open, or opens one: what is typed, as it is typed. Sanitised. */
	echo(text: string): void;
	/** Opens a line with this in it. */
	open(text: string): void;
}
