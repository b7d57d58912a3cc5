/** Maximum lines of the event under the cursor; longer events open in a dialog. */
const MAX_READING_ROWS = 8;

/** Divides the events pane between its list and the text of the event under the cursor. */
export function layOutEvents(height: number): { readonly list: number; readonly reading: number } {
	const quarter = Math.min(MAX_READING_ROWS, Math.floor(height / 4));
	const reading = quarter < 2 ? 0 : quarter;
	return { list: height - reading, reading };
}
