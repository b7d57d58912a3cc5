import { expect, test } from 'vitest';
import { serve } from '../client/server.ts';
import { answer, count, testClosedPipe } from './large-lists-cases.ts';
import { runHere } from './run-here.ts';

test('ls prints thousands of downloads as one JSON document, and in a pipe as one line for each', async () => {
	const { url } = await serve((_, response) => response.end(answer));
	const structured = await runHere(['ls', '--json', '--url', url]);
	expect(structured.code).toBe(0);
	expect(JSON.parse(structured.out).downloads).toHaveLength(count);
	const table = await runHere(['ls', '--url', url]);
	expect(table.out.split('\n')).toHaveLength(count + 1);
	expect(await runHere(['files', String(count - 1), '--url', url])).toMatchObject({ code: 0 });
});

testClosedPipe(['ls --json']);
