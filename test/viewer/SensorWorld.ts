// A robot with one of each sensor that the viewer draws, and lamps, between walls and a ball.

const PARTS = `<Box name="Shell"> <Mass>5</Mass> <XSize>0.5</XSize> <YSize>0.7</YSize> <ZSize>0.24</ZSize> <Position>0 0 0.16</Position> <Color>#3868b8</Color> </Box>
  <Cylinder name="Tower"> <Mass>0.2</Mass> <Radius>0.08</Radius> <Length>0.16</Length> <Position>0 0 0.36</Position> <Orientation> <angle>1.5708</angle> <axis>1 0 0</axis> </Orientation> <Color>#303840</Color> </Cylinder>
  <Lidar name="Scan"> <Position>0 0 0.48</Position> <Rays>180</Rays> <Layers>3</Layers> <FovV>10</FovV> <Max>4</Max> <Rate>10</Rate> </Lidar>
  <RangeSensor name="Front"> <Position>0.15 0.35 0.2</Position> <Cone>0.26</Cone> <Max>4</Max> </RangeSensor>
  <Imu name="Imu"> <Position>-0.15 -0.2 0.28</Position> </Imu>
  <Compass name="North"> <Position>0.15 -0.2 0.3</Position> <Orientation> <angle>0.6</angle> <axis>0 0 1</axis> </Orientation> </Compass>
  <ContactSensor name="Touch"> <Position>0.25 -0.35 0.04</Position> </ContactSensor>
  <CameraSensor name="Cam"> <Position>0 0.35 0.32</Position> <Fov>50</Fov> </CameraSensor>
  <Lamp name="Light"> <Position>-0.18 0.36 0.2</Position> <Radius>0.03</Radius> <Color>#ffd080</Color> <Brightness>1</Brightness> <Range>6</Range> </Lamp>
  <Led name="Signal"> <Position>-0.2 -0.34 0.3</Position> <Radius>0.025</Radius> <Color>#20ff40</Color> <Brightness>1</Brightness> </Led>`;

const SCOUT = `<Client>
  <CSettings> <Name>Scout</Name> <Orientation> <angle>0.5</angle> <axis>0 0 1</axis> </Orientation> </CSettings>
  <Entity>
    <RigidBodies>
      <Body name="Trunk">${PARTS}</Body>
      <Body name="Arm">
        <Box name="Bar"> <Mass>1.5</Mass> <XSize>0.5</XSize> <YSize>0.06</YSize> <ZSize>0.06</ZSize> <Position>0.5 0 0.2</Position> <Color>#d0a020</Color> </Box>
        <ForceSensor name="Strain"> <Joint>Elbow</Joint> </ForceSensor>
      </Body>
    </RigidBodies>
    <Joints> <JointFixed name="Elbow"> <Body1>Arm</Body1> <Body2>Trunk</Body2> <AnchorPos>0.25 0 0.2</AnchorPos> </JointFixed> </Joints>
  </Entity>
</Client>`;

const wall = (name: string, size: readonly number[], at: string): string =>
  `<Box name="${name}"> <XSize>${size[0]}</XSize> <YSize>${size[1]}</YSize> <ZSize>0.7</ZSize> <Position>${at} 0.35</Position> <Color>#c8a878</Color> </Box>`;

export const SCOUT_WORLD = `<World name="workshop">
  <Static name="ground"> <Plane name="Surface"> <Color>#8a8f94</Color> </Plane> </Static>
  <Static name="Walls"> ${wall("North", [5, 0.15], "0 2.6")} ${wall("East", [0.15, 5], "2.6 0")} ${wall("West", [0.15, 3], "-2.6 1")} </Static>
  <Object name="Ball">
    <RigidBodies> <Body name="B"> <Sphere name="S"> <Mass>1</Mass> <Radius>0.25</Radius> <Position>-0.6 1.5 0.25</Position> <Color>#e07020</Color> </Sphere> </Body> </RigidBodies>
  </Object>
  <Object name="Crate">
    <RigidBodies> <Body name="B"> <Box name="S"> <Mass>1</Mass> <XSize>0.5</XSize> <YSize>0.5</YSize> <ZSize>0.6</ZSize> <Position>1.5 1.1 0.3</Position> <Color>#608050</Color> </Box> </Body> </RigidBodies>
  </Object>
  <Robot>${SCOUT}</Robot>
</World>`;
