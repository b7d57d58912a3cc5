import { fit, shorten, width } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { AddField } from '../../../state/adding/adding.ts';
import type { LineEdit } from '../../../state/surfaces/line-edit.ts';
import { composeLine } from '../../components/compose-line.ts';
import { textField } from '../../components/text-field.ts';
import { style, type Token } from '../../theme/theme.ts';
import { fixedRows, padded, part } from '../kit/index.ts';

interface OptionProps {
	readonly field: AddField;
	readonly title: string;
	/** The field that has the cursor. */
	readonly focused: AddField;
	/** Untrusted. */
	readonly value: string;
	/** The text that is edited, in place of the value. */
	readonly line?: LineEdit;
	readonly note: string;
	readonly noteToken?: Token;
}

const TITLE_CELLS = 14;

/** An option of an addition: its title, its value, and a note. */
export const Option = part<OptionProps>({
	rows: () => fixedRows(1),
	draw: (props, { theme, columns }) => {
		const { field, title, focused, value, line, note, noteToken = 'faint' } = props;
		const isOn = focused === field;
		const label = style(theme, isOn ? 'title' : 'normal', fit(`${isOn ? '>' : ' '} ${title}`, TITLE_CELLS));
		const room = columns - TITLE_CELLS - 1;
		const target = { kind: 'field', field } as const;
		if (line) {
			const after = note === '' ? '' : `  ${note}`;
			const cells = room - width(after);
			const text = padded(textField(line.characters, line.cursor, cells), cells);
			return { lines: [`${label} ${text}${style(theme, noteToken, after)}`], targetAt: () => target };
		}
		const text = shorten(sanitize(value, columns * 4), room - 1 - width(note));
		const rest = composeLine(theme, room, [
			{ text, token: isOn ? 'cursor' : 'normal' },
			{ text: text === '' ? note : ` ${note}`, token: noteToken },
		]);
		return { lines: [`${label} ${rest}`], targetAt: () => target };
	},
});
