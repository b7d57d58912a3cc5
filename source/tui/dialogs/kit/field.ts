import { shorten, width } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { type LineEdit, lineText } from '../../../state/surfaces/line-edit.ts';
import { textField } from '../../components/text-field.ts';
import type { Target } from '../../terminal/targets.ts';
import { style, type Token } from '../../theme/theme.ts';
import { fixedRows, part } from './part.ts';

interface FieldProps {
	readonly line: LineEdit;
	/** Text before it, with its separator: 'Down: '. */
	readonly label?: string;
	/** The label as spoken, if it differs. */
	readonly spokenLabel?: string;
	/** Cells of the text. Default: the rest of the line. */
	readonly cells?: number;
	/** Text after it. Untrusted. */
	readonly note?: string;
	readonly noteToken?: Token;
	/** Whether it has the cursor. Default: it is the only field of the dialog. */
	readonly isFocused?: boolean;
	/** The field of the target, if a click reaches it. */
	readonly field?: string;
}

/** A text field with its label and a note. The announcer speaks the typed text. */
export const Field = part<FieldProps>({
	rows: () => fixedRows(1),
	draw: (props, { theme, columns }) => {
		const { line, label = '', note = '', noteToken = 'faint', isFocused, field } = props;
		const { cells = columns - width(label) } = props;
		const text =
			isFocused === false
				? style(theme, 'normal', shorten(sanitize(lineText(line), cells * 4), cells - 1))
				: textField(line.characters, line.cursor, cells, line.isSelected);
		const before = style(theme, isFocused ? 'title' : 'normal', label);
		const rest = columns - width(label) - cells - 1;
		const after = note === '' ? '' : style(theme, noteToken, shorten(sanitize(note, 400), rest));
		const target: Target | undefined = field === undefined ? undefined : { kind: 'field', field };
		return {
			lines: [after === '' ? before + text : `${before}${padded(text, cells)} ${after}`],
			targetAt: () => target,
		};
	},
	speak: ({ label = '', spokenLabel = label, note = '', isFocused }) => {
		if (isFocused === false) return {};
		const name = sanitize(spokenLabel).trim().replace(/:$/, '');
		if (note === '') return name === '' ? {} : { lines: [`${name}:`] };
		return { live: `${name}: ${sanitize(note, 400)}` };
	},
});

/** Pads a line to at least `columns` cells. Its SGR sequences count as zero cells. */
export function padded(line: string, columns: number): string {
	const cells = width(line.replace(/\u001b\[[\d;]*m/g, ''));
	return line + ' '.repeat(Math.max(0, columns - cells));
}
