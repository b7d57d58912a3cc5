import { expect, test } from 'vitest';
import { LimitedLog, limitedLogText } from '../../../source/service/overlay/limited-log.ts';

test('LimitedLog omits lines beyond its limit, and states their number', () => {
	const lines: string[] = [];
	const log = new LimitedLog((_, text) => lines.push(text));
	for (let line = 0; line < 50; line++) log.write('info', String(line));
	expect(lines).toHaveLength(20);
	log.close();
	expect(lines.slice(20)).toEqual([limitedLogText.omitted(30)]);
});
