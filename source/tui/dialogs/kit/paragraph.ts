import { truncate } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { wrap } from '../../../format/wrap.ts';
import { style, type Token } from '../../theme/theme.ts';
import { part } from './part.ts';

export interface ParagraphProps {
	/** Sentences; each begins a line. Untrusted. */
	readonly children: string | readonly string[];
	readonly token?: Token;
	/** Minimum rows, so that another text moves nothing. Default: as many as the text needs. */
	readonly leastRows?: number;
	/** Maximum rows. */
	readonly most?: number;
	/** Whether it is left out when space is short. */
	readonly isOptional?: boolean;
	/** Whether it is spoken again when it changes. */
	readonly isLive?: boolean;
	/** Its sentences as spoken, if they differ. Sanitized. */
	readonly spoken?: readonly string[];
	/** Wraps a sanitized sentence to lines of so many cells. Default: between words. */
	readonly wrapText?: (text: string, columns: number) => readonly string[];
}

/** Maximum characters of a sentence. */
const MAX_LENGTH = 4000;

/** Sentences, wrapped. A text with more lines than rows ends in an ellipsis. */
export const Paragraph = part<ParagraphProps>({
	rows: (props, columns) => {
		const { leastRows = 0, most = Number.POSITIVE_INFINITY, isOptional = false } = props;
		const wanted = Math.max(leastRows, Math.min(most, wrapped(props, columns).length));
		return { least: isOptional ? 0 : Math.min(1, wanted), wanted };
	},
	draw: (props, { theme, columns, rows }) => ({
		lines: within(wrapped(props, columns), rows, columns).map((line) =>
			style(theme, props.token ?? 'normal', line),
		),
	}),
	speak: ({ children, isLive = false, spoken }) => {
		const said = spoken ?? sentencesOf(children);
		return isLive ? { live: said.join(' ').trim() } : { lines: said.filter((text) => text.trim() !== '') };
	},
});

function sentencesOf(text: string | readonly string[]): readonly string[] {
	const sentences = typeof text === 'string' ? [text] : text;
	return sentences.map((sentence) => sanitize(sentence, MAX_LENGTH));
}

function wrapped({ children, wrapText = wrap }: ParagraphProps, columns: number): readonly string[] {
	return sentencesOf(children).flatMap((sentence) => (sentence === '' ? [] : wrapText(sentence, columns)));
}

function within(lines: readonly string[], rows: number, columns: number): readonly string[] {
	if (lines.length <= rows) return lines;
	return [...lines.slice(0, rows - 1), truncate(lines.slice(rows - 1).join(' '), columns)];
}
