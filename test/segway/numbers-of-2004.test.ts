// A client that was built with ODE's headers of 2004 drives the robot of the paper's Appendix A: its FMax is number 3.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SegwayPilot } from "../../examples/SegwayPilot.js";
import { Simulation, type SimulationOptions } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";
import { FakeClient, tellJoint } from "../../testing/builders/FakeClient.js";

const APPENDIX_A = readFileSync(new URL("../documents/appendix-a.xml", import.meta.url), "utf8");
const SECONDS = 2;
const SECOND_AXIS = 0x100;
const VEL = 2;

interface Ride {
  readonly hash: string;
  readonly tilt: number;
  readonly error: FakeClient["error"];
}

/** Balances the Segway with a client whose headers say that FMax has this number. */
async function ride(fMax: number, document: string, options: Partial<SimulationOptions> = {}): Promise<Ride> {
  const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY, ...options });
  const client = FakeClient.connect(simulation, document);
  const pilot = new SegwayPilot();
  let tilt = Number.NaN;
  simulation.run(0);
  while (simulation.world.timeSec < SECONDS && !client.error) {
    [tilt] = client.floats("Incmeter") ?? [tilt];
    const speed = pilot.wheelSpeed(client.last.time, tilt);
    for (const motor of ["LMotor", "RMotor"]) {
      client.sendBytes(tellJoint(motor, SECOND_AXIS + VEL, speed));
      client.sendBytes(tellJoint(motor, SECOND_AXIS + fMax, 80));
    }
    client.answer();
    simulation.run(0);
  }
  return { hash: simulation.hash(), tilt, error: client.error };
}

const withNumbers = (numbers: string): string =>
  APPENDIX_A.replace("</CSettings>", `<OdeNumbers>${numbers}</OdeNumbers></CSettings>`);

describe("[W4] [R2] property numbers of 2004", () => {
  it("drive Appendix A with the same bits as those of ODE 0.16, by document or by option", async () => {
    const today = await ride(5, APPENDIX_A);
    expect(today.error).toBeUndefined();
    expect(Math.abs(today.tilt + 0.173)).toBeLessThan(0.2);
    expect(await ride(3, withNumbers("2004"))).toEqual(today);
    expect(await ride(3, APPENDIX_A, { odeNumbers: "2004" })).toEqual(today);
    // the document comes before the option
    expect(await ride(5, withNumbers("0.16"), { odeNumbers: "2004" })).toEqual(today);
  });

  it("without them the error names the headers of 2004", async () => {
    const { error } = await ride(3, APPENDIX_A);
    expect(error).toMatchObject({ code: "PARAMETER_UNSUPPORTED", where: "CMU/LMotor/axis 2/LoVel" });
    expect(error?.message).toContain("<OdeNumbers>2004</OdeNumbers>");
  });
});
