// A small robot for tests with real sockets: a cube with an arm on a motor, an inclinometer and a joint report.

export interface BoxOptions {
  readonly name?: string;
  /** Position, m. */
  readonly at?: string;
  /** Additional elements of CSettings. */
  readonly settings?: string;
  /** Additional elements of the base. */
  readonly inBase?: string;
}

export function box({ name = "Box", at = "0 0 0", settings = "", inBase = "" }: BoxOptions = {}): string {
  return `<Client>
 <CSettings><Name>${name}</Name><Offset>${at}</Offset>${settings}</CSettings>
 <Entity>
  <RigidBodies>
   <Body name="Base">
    <Box name="Cube"><Mass>2</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize></Box>
    <Inclinometer name="Tilt"/>
    ${inBase}
   </Body>
   <Body name="Arm">
    <Box name="Bar"><Mass>1</Mass><XSize>0.15</XSize><YSize>0.1</YSize><ZSize>0.05</ZSize><Position>0 0 0.2</Position></Box>
   </Body>
  </RigidBodies>
  <Joints>
   <JointHinge name="Motor"><Body1>Arm</Body1><Body2>Base</Body2><AnchorPos>0 0 0.15</AnchorPos><Axis>0 0 1</Axis>
    <Motor axis="1"><FMax>5</FMax></Motor><Rate>1000</Rate></JointHinge>
  </Joints>
 </Entity>
</Client>`;
}
