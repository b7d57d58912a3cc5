import { expect, test } from 'vitest';
import { limitsCommandText } from '../../source/commands/downloads/run-limits.ts';
import { limitCommandsText } from '../../source/tui/shell/commands/limit-commands.ts';
import { headerText } from '../../source/tui/shell/header.ts';
import { runHere } from '../commands/run-here.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { openLimits, prepareService, service, turnAlternativeLimits } from './shared-limits-scene.ts';

prepareService();

test('a user limits all downloads, sees the limit, and turns alternative limits on', async () => {
	const cockpit = await openCockpit(service, { columns: 120 });
	const { user, screen } = cockpit;
	await openLimits(cockpit);
	user.type('500K');
	user.press('form-send');
	await screen.shows(headerText.of('500K'));
	await turnAlternativeLimits(cockpit);
});

test('a user of a service of 8.x changes its two limits, and is told that it has no others', async () => {
	const foreign = await runForeign('8.4');
	const flags = `--api-key ${foreign.dialect.key}`;
	const cockpit = await openCockpit(foreign, { columns: 120, flags });
	const { user, screen } = cockpit;
	await openLimits(cockpit);
	user.type('2M');
	user.press('form-send');
	await screen.shows(headerText.of('2.0M'));
	expect(foreign.server.bodies.at(-1)?.text).toContain('"max_download_rate":2097152');
	user.press('alternative-limits');
	await screen.shows(limitCommandsText.noAlternative);
});

test('a user is warned by the command that alternative limits without rates are no limit', async () => {
	const limits = (...words: string[]) => runHere(['limits', ...words, '--state-dir', service.stateFolder]);
	expect((await limits('--download', '1M', '--alternative', 'on')).err).toContain(
		limitsCommandText.unlimited,
	);
	expect((await limits('--alternative-upload', '1M')).err).toBe('');
});
