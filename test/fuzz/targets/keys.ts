import fc from 'fast-check';
import { seeded } from '../../screens/random.ts';
import { screens } from '../../screens/states.ts';
import { randomInput } from '../../screens/stirring.ts';
import { watchApp } from '../../screens/watched-app.tsx';
import { target } from '../target.ts';

/** The cockpit: from any screen, any keys, data and sizes are painted without an error, and inside of the screen. */
export const keys = target({
	name: 'keys',
	input: fc.record({
		screen: fc.constantFrom(...Object.keys(screens)),
		seed: fc.nat(),
		steps: fc.integer({ min: 1, max: 60 }),
	}),
	async check({ screen, seed, steps }) {
		const state = screens[screen];
		if (!state) throw new Error(`there is no screen ${screen}`);
		const random = seeded(seed);
		const size = { columns: random.between(20, 160), rows: random.between(6, 50) };
		const app = await watchApp(state, size);
		try {
			const input = randomInput(app.store, random, () => size);
			for (let step = 0; step < steps; step++) input();
			await app.settled();
			const faults = app.faults();
			if (faults.length > 0) throw new Error(faults.join('\n'));
		} finally {
			app.close();
		}
	},
});
