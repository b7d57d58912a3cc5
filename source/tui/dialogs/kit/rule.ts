import { style } from '../../theme/theme.ts';
import { fixedRows, part } from './part.ts';

/** A horizontal line between parts. */
export const Rule = part<object>({
	rows: () => fixedRows(1),
	draw: (_, { theme, columns }) => ({ lines: [style(theme, 'border', '─'.repeat(columns))] }),
});
